import { describe, expect, it } from 'vitest';
import { type RenderedMail, renderMail } from './mail-layout.ts';
import type { MailMessage } from './mail-message.ts';
import { MAIL_KINDS, type MailSetting, mailTextOf } from './mail-texts.ts';

const SETTING: MailSetting = {
  productName: 'Fjord & "Söhne"',
  links: { publicUrl: 'https://admin.example.com/pay', inviteUrl: undefined },
};
const TRACE = {
  at: '2026-03-01T12:05:59.000Z',
  ipAddress: '2001:db8::1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const to = 'ada@example.com';
const token = 'a+b/c=';
const expiresAt = '2026-03-08T23:30:00.000Z';
const EVERY: readonly MailMessage[] = [
  { kind: 'password_reset', to, token, expiresAt },
  { kind: 'password_changed', to, trace: TRACE },
  { kind: 'two_factor_disabled', to, trace: TRACE },
  { kind: 'backup_codes_replaced', to, trace: TRACE },
  { kind: 'two_factor_enabled', to, trace: TRACE },
  { kind: 'authenticator_replaced', to, trace: TRACE },
  { kind: 'backup_code_used', to, trace: TRACE, codesLeft: 2 },
  { kind: 'new_sign_in', to, trace: TRACE },
  {
    kind: 'audit_seal',
    to,
    seal: {
      size: 7,
      root: 'a'.repeat(64),
      hash: 'b'.repeat(64),
      sealedAt: '2026-03-01T12:05:00.000Z',
      keyId: 'c'.repeat(16),
      signature: 'd'.repeat(128),
    },
  },
  {
    kind: 'security_notice',
    to,
    what: 'Private key backed up',
    by: 'bob@example.com',
    about: '0x52908400098527886E0F7030069857D2E4169EE7',
    at: '2026-03-01T12:05:00Z',
    ipAddress: '2001:db8::1',
  },
  { kind: 'codes_locked', to, trace: TRACE },
  { kind: 'wrong_codes', to, trace: TRACE },
  { kind: 'password_expired', to, trace: TRACE },
  { kind: 'sign_in_blocked', to, trace: TRACE },
  {
    kind: 'wallet_key_withheld',
    to,
    by: to,
    network: 'BSC',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    trace: TRACE,
  },
  {
    kind: 'wallet_backed_up',
    to,
    by: to,
    network: 'BSC',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    trace: TRACE,
  },
  { kind: 'invitation', to, invitedBy: 'bob@example.com', token, expiresAt },
];

function render(message: MailMessage, setting = SETTING): RenderedMail {
  return renderMail(mailTextOf(message, setting), setting.productName);
}

function readable(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  const text = body.replace(/<br>/g, '\n').replace(/<[^>]*>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

it('mailTextOf covers every kind of mail', () => {
  expect(EVERY.map(({ kind }) => kind).toSorted()).toEqual(MAIL_KINDS.toSorted());
});

describe.each(EVERY)('the $kind mail', (message) => {
  const { subject, text, html } = render(message);

  it('names the product and has the same content in text and HTML', () => {
    expect(subject).toContain('Fjord & "Söhne"');
    const seen = readable(html);
    for (const line of text.split('\n').filter((line) => line !== '' && line !== '-- ')) {
      expect(seen).toContain(line.replace(/:$/, ''));
    }
  });

  it('shows the time, address and device', () => {
    if ('what' in message) return expect(text).toContain('When: 2026-03-01 12:05 UTC\nFrom: 2001:db8::1');
    if ('seal' in message) return expect(text).toContain(JSON.stringify(message.seal));
    if (!('trace' in message)) return expect(text).toContain('expires on 2026-03-08 23:30 UTC');
    expect(text).toContain('When: 2026-03-01 12:05 UTC');
    expect(text).toContain('From: 2001:db8::1');
    expect(text).toContain('Device: Firefox on Linux');
    expect(text).toContain('https://admin.example.com/pay/forgot-password');
  });

  // @spec O.17
  it('links only to the public URL and loads nothing remote', () => {
    const urls = `${text} ${html}`.match(/https?:\/\/[^\s"'<]+/g) ?? [];
    for (const url of urls) expect(url).toMatch(/^https:\/\/admin\.example\.com\/pay\//);
    expect(html).not.toMatch(/<(img|link|script|iframe|object)|\ssrc=|url\(|@import/i);
  });

  it('supports the light and dark theme', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  });
});

describe('mailLinks', () => {
  it('encodes any token', () => {
    const { text, html } = render({ kind: 'password_reset', to, token, expiresAt });
    const link = /https:\S+/.exec(text)?.[0] ?? '';
    expect(new URL(link).pathname).toBe('/pay/reset-password');
    expect(new URL(link).searchParams.get('token')).toBe(token);
    expect(html).toContain(`href="${link}"`);
  });

  // @spec D.128, O.23
  it('builds invitation links from INVITE_URL', () => {
    const message: MailMessage = { kind: 'invitation', to, invitedBy: 'bob@example.com', token, expiresAt };
    expect(render(message).text).toContain('https://admin.example.com/pay/invite?token=a%2Bb%2Fc%3D');
    const links = { ...SETTING.links, inviteUrl: 'https://pay.example.com/join/{token}?t={token}' };
    expect(render(message, { ...SETTING, links }).text).toContain(
      'https://pay.example.com/join/a%2Bb%2Fc%3D?t=a%2Bb%2Fc%3D',
    );
  });
});

describe('renderMail', () => {
  const hostile = '<b>Eve</b>\r\n\r\nDear Ada,\u2028 "click" \u202e&';

  it('escapes untrusted text and keeps it on one line', () => {
    const { subject, text, html } = renderMail(
      {
        subject: `${hostile}\r\nBcc: x`,
        paragraphs: [hostile],
        facts: [['From', hostile]],
        closing: [hostile],
      },
      'Halyard',
    );
    expect(subject).toBe('<b>Eve</b> Dear Ada, "click" & Bcc: x');
    expect(text.split('\n\n')).toEqual([
      '<b>Eve</b> Dear Ada, "click" &',
      'From: <b>Eve</b> Dear Ada, "click" &',
      '<b>Eve</b> Dear Ada, "click" &',
      '-- \nHalyard\n',
    ]);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;Eve&lt;/b&gt; Dear Ada, &quot;click&quot; &amp;');
  });
});

describe('mailTextOf', () => {
  it('says how many backup codes are left and, if few, links to new ones', () => {
    const used = (codesLeft: number) =>
      render({ kind: 'backup_code_used', to, trace: TRACE, codesLeft }).text;
    expect(used(9)).toContain('You have 9 left');
    expect(used(9)).not.toContain('account-settings');
    expect(used(1)).toContain('You have 1 left');
    expect(used(0)).toContain('You have none left');
    expect(used(3)).toContain('https://admin.example.com/pay/account-settings');
  });

  it('says that an operator reset two-factor authentication', () => {
    const { text } = render({ kind: 'two_factor_disabled', to, trace: undefined });
    expect(text).toContain('A server operator');
    expect(text).not.toContain('When:');
    expect(text).toContain("If you didn't ask for this");
    expect(text).not.toContain("If this wasn't you");
  });

  it('says who did what, or who was denied it', () => {
    const notice = { kind: 'security_notice', to, by: 'bob@example.com', at: TRACE.at } as const;
    expect(render({ ...notice, what: 'Password changed' }).text).toMatch(
      /^Password changed\.\n\nBy: bob@example\.com\n/,
    );
    expect(render({ ...notice, what: 'Private key backup denied', isDenied: true }).text).toMatch(
      /^Private key backup denied\.\n\nRequested by: bob@example\.com\n/,
    );
  });
});
