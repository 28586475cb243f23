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
    paragraphs: ['We received a request to reset your administrator password.'],
    action: { label: 'Choose a new password', url: linkTo(links, '/reset-password', { token }) },
    closing: [
      `This link works once and expires on ${timeOf(expiresAt)}. A newer link replaces it.`,
      "If you didn't request this, ignore this email. Your password won't change.",
    ],
  }),
  password_changed: ({ trace }, { productName, links }) => ({
    subject: `Your ${productName} password was changed`,
    paragraphs: ["Your administrator password was changed. You've been logged out everywhere else."],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  two_factor_disabled: ({ trace }, { productName, links }) => ({
    subject: `Two-factor authentication was ${trace === undefined ? 'reset' : 'disabled'} for your ${productName} account`,
    paragraphs: [
      trace === undefined
        ? 'A server operator reset two-factor authentication for your administrator account.'
        : 'Two-factor authentication was disabled for your administrator account.',
      "You've been logged out everywhere. You'll need to set up 2FA again when you next sign in.",
    ],
    ...(trace !== undefined && { facts: factsOf(trace) }),
    closing: [
      trace === undefined
        ? [
            "If you didn't ask for this, contact another administrator now, and reset your password: ",
            { url: linkTo(links, '/forgot-password') },
          ]
        : notYou(linkTo(links, '/forgot-password')),
    ],
  }),
  two_factor_enabled: ({ trace }, { productName, links }) => ({
    subject: `Two-factor authentication was set up for your ${productName} account`,
    paragraphs: ['An authenticator app was set up for your administrator account.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  authenticator_replaced: ({ trace }, { productName, links }) => ({
    subject: `The authenticator for your ${productName} account was replaced`,
    paragraphs: [
      "Another authenticator app was set up for your account. The old one no longer works. You've been logged out everywhere else.",
    ],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  backup_codes_replaced: ({ trace }, { productName, links }) => ({
    subject: `Your ${productName} backup codes were regenerated`,
    paragraphs: ['Your account has new backup codes. Your old codes no longer work.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  backup_code_used: ({ trace, codesLeft }, { productName, links }) => ({
    subject: `A backup code was used on your ${productName} account`,
    paragraphs: [
      `A backup code was used instead of your authenticator app. ${leftOf(codesLeft)}.`,
      ...(codesLeft <= FEW_CODES
        ? [['Regenerate them in Account Settings: ', { url: linkTo(links, '/account-settings') }]]
        : []),
    ],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  new_sign_in: ({ trace }, { productName, links }) => ({
    subject: `New sign-in to your ${productName} account`,
    paragraphs: ['Someone signed in to your administrator account from a new device.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  codes_locked: ({ trace }, { productName, links }) => ({
    subject: `Failed 2FA attempts on your ${productName} account`,
    paragraphs: [
      'Several wrong 2FA codes were entered for your account. Code entry is temporarily locked.',
      'The person who entered them knows your password or is using one of your sessions.',
    ],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  wrong_codes: ({ trace }, { productName, links }) => ({
    subject: `Wrong 2FA codes for your ${productName} account`,
    paragraphs: ['Someone entered your password, and then wrong 2FA codes. They did not get in.'],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  sign_in_blocked: ({ trace }, { productName, links }) => ({
    subject: `Sign-in to your ${productName} account is blocked`,
    paragraphs: [
      'Someone entered wrong passwords for your account from many networks. Sign-in is blocked for 15 minutes, except from networks that you used within the last month.',
    ],
    facts: factsOf(trace),
    closing: [notYou(linkTo(links, '/forgot-password'))],
  }),
  password_expired: ({ trace }, { productName, links }) => ({
    subject: `Choose a new password for your ${productName} account`,
    paragraphs: [
      'Someone entered your password, and 100 wrong 2FA codes in a row. Your password no longer works, because someone else may know it.',
      ['Choose a new password: ', { url: linkTo(links, '/forgot-password') }],
    ],
    facts: factsOf(trace),
    closing: ['Your authenticator app and your backup codes stay the same.'],
  }),
  wallet_backed_up: ({ to, by, network, address, trace }, { productName, links }) => ({
    subject: `The private key of a ${productName} wallet was backed up`,
    paragraphs: [
      `${to === by ? 'You' : by} backed up a wallet's private key.`,
      'Anyone with this key can move all funds in the wallet.',
    ],
    facts: [['Wallet', address], ['Network', NETWORK_NAMES[network]], ...factsOf(trace)],
    closing:
      to === by
        ? [notYou(linkTo(links, '/forgot-password'))]
        : ["If you weren't expecting this, contact them now and move the funds to another wallet."],
  }),
  wallet_key_withheld: ({ to, by, network, address, trace }, { productName, links }) => ({
    subject: `A ${productName} private key was withheld`,
    paragraphs: [
      `${to === by ? 'You' : by} tried to back up a wallet's private key with new backup codes, a new authenticator or a new device.`,
      "No key was released. New backup codes, authenticators and devices can't release keys at first.",
    ],
    facts: [['Wallet', address], ['Network', NETWORK_NAMES[network]], ...factsOf(trace)],
    closing:
      to === by
        ? [notYou(linkTo(links, '/forgot-password'))]
        : ["If you weren't expecting this, contact them now: someone may have taken over their account."],
  }),
  security_notice: ({ what, by, isDenied = false, about, at, ipAddress }, { productName, links }) => ({
    subject: `${productName} security notice: ${what}`,
    paragraphs: [`${what}.`],
    facts: [
      [isDenied ? 'Requested by' : 'By', by],
      ...(about === undefined ? [] : [['About', about] as [string, string]]),
      ['When', timeOf(at)],
      ...(ipAddress === undefined ? [] : [['From', ipAddress] as [string, string]]),
    ],
    closing: [
      [
        "If you weren't expecting this, contact an administrator other than the one named above and ask them to check the audit log: ",
        { url: linkTo(links, '/audit-logs') },
      ],
    ],
  }),
  audit_seal: ({ seal }, { productName }) => ({
    subject: `Seal of the ${productName} audit log: entry ${seal.size}`,
    paragraphs: [
      'Keep this email. It lets you check later whether the audit log was rewritten.',
      JSON.stringify(seal),
    ],
    closing: [
      'To compare, save the JSON line above to a file, then run: npm run audit:verify -- --against FILE',
    ],
  }),
  invitation: ({ invitedBy, token, expiresAt }, { productName, links }) => ({
    subject: `You've been invited to ${productName}`,
    paragraphs: [`${invitedBy} has invited you to join ${productName}.`],
    action: { label: 'Accept the invitation', url: invitationLink(links, token) },
    closing: [
      `This link works once and expires on ${timeOf(expiresAt)}.`,
      "If you weren't expecting this invitation, ignore this email.",
    ],
  }),
};

export const MAIL_KINDS = Object.keys(TEXTS);

export function mailTextOf(message: MailMessage, setting: MailSetting): MailText {
  return textOf(message.kind, message, setting);
}

function textOf<Kind extends MailKind>(kind: Kind, message: MessageOf<Kind>, setting: MailSetting): MailText {
  return TEXTS[kind](message, setting);
}
