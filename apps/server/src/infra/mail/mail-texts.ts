import { NETWORK_NAMES } from '@halyard/contract/networks';
import type { MailText } from './mail-layout.ts';
import { invitationLink, linkTo, type MailLinks } from './mail-links.ts';
import type { MailMessage } from './mail-message.ts';
import { factsOf, leftOf, notYou, timeOf } from './mail-phrases.ts';

export interface MailSetting {
  readonly productName: string;
  readonly links: MailLinks;
}

type MailKind = MailMessage['kind'];
type MessageOf<Kind extends MailKind> = Extract<MailMessage, { kind: Kind }>;
type Texts = {
  readonly [Kind in MailKind]: (message: MessageOf<Kind>, setting: MailSetting) => MailText;
};

const FEW_CODES = 3;

const TEXTS: Texts = {
  password_reset: ({ token, expiresAt }, { productName, links }) => ({
    subject: `Reset your ${productName} password`,
    paragraphs: ['Somebody asked for a new password for your administrator account.'],
    action: { label: 'Choose a new password', url: linkTo(links, '/reset-password', { token }) },
    closing: [
      `The link works once, until ${timeOf(expiresAt)}. A newer one replaces it.`,
      'If you did not ask for it, ignore this email: your password stays as it is.',
    ],
  }),
  password_changed: ({ trace }, { productName, links }) => ({
    subject: `Your ${productName} password was changed`,
    paragraphs: ['The password of your administrator account was changed. All other sessions were ended.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  two_factor_disabled: ({ trace }, { productName, links }) => ({
    subject: `Two-factor authentication of your ${productName} account was disabled`,
    paragraphs: [
      trace === undefined
        ? 'An operator of the server disabled the two-factor authentication of your administrator account.'
        : 'The two-factor authentication of your administrator account was disabled.',
      'All sessions were ended, and the next sign-in asks you to set it up again.',
    ],
    ...(trace !== undefined && { facts: factsOf(trace) }),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  backup_codes_replaced: ({ trace }, { productName, links }) => ({
    subject: `Your ${productName} backup codes were replaced`,
    paragraphs: ['Your account has new backup codes. The earlier ones no longer work.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  backup_code_used: ({ trace, codesLeft }, { productName, links }) => ({
    subject: `A backup code of your ${productName} account was used`,
    paragraphs: [
      `A backup code took the place of your authenticator. It does not work again; ${leftOf(codesLeft)}.`,
      ...(codesLeft <= FEW_CODES
        ? [['Regenerate them in Account Settings: ', { url: linkTo(links, '/account-settings') }]]
        : []),
    ],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  new_sign_in: ({ trace }, { productName, links }) => ({
    subject: `New sign-in to your ${productName} account`,
    paragraphs: ['Somebody signed in to your administrator account from a device that was not seen before.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  codes_locked: ({ trace }, { productName, links }) => ({
    subject: `Wrong codes for your ${productName} account`,
    paragraphs: [
      'Several wrong two-factor codes were entered for your account. For a while, no code is accepted.',
      'Whoever entered them knew your password.',
    ],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  wallet_backed_up: ({ to, by, network, address, trace }, { productName, links }) => ({
    subject: `The private key of a ${productName} wallet was backed up`,
    paragraphs: [
      `${to === by ? 'You have' : `${by} has`} taken a backup of a wallet's private key.`,
      'Whoever has this key can spend all that the wallet holds.',
    ],
    facts: [['Wallet', address], ['Network', NETWORK_NAMES[network]], ...factsOf(trace)],
    closing:
      to === by
        ? [notYou(linkTo(links, '/forgot-password'))]
        : ['If you do not know why, ask them now, and move what the wallet holds to another one.'],
  }),
  invitation: ({ invitedBy, token, expiresAt }, { productName, links }) => ({
    subject: `You are invited to ${productName}`,
    paragraphs: [`${invitedBy} invites you to ${productName}.`],
    action: { label: 'Accept the invitation', url: invitationLink(links, token) },
    closing: [
      `The link works once, until ${timeOf(expiresAt)}.`,
      'If you did not expect an invitation, ignore this email.',
    ],
  }),
};

/** Every kind of mail that there is a text for: all. */
export const MAIL_KINDS = Object.keys(TEXTS);

/** What a mail says. */
export function mailTextOf(message: MailMessage, setting: MailSetting): MailText {
  return textOf(message.kind, message, setting);
}

function textOf<Kind extends MailKind>(kind: Kind, message: MessageOf<Kind>, setting: MailSetting): MailText {
  return TEXTS[kind](message, setting);
}
