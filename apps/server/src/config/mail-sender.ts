import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { MailSender } from '../infra/mail/mail-transport.ts';

const ADDRESS = /^[^\s@<>,;"\p{Cc}]+@[^\s@<>,;"\p{Cc}]+$/u;

/** Parses `name <address>` or a plain address. Mail headers are ASCII, so the domain becomes punycode. */
export function parseMailSender(text: string): MailSender | undefined {
  const [, name = '', inBrackets] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = (inBrackets ?? text).trim();
  const domain = domainToASCII(address.replace(/.*@/, ''));
  if (!ADDRESS.test(address) || domain === '') return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.replace(/[^@]*$/, domain) };
}

/** Returns `no-reply` at the host of `publicUrl` if that is a name, else at localhost. */
export function defaultMailSender(productName: string, publicUrl: string | undefined): MailSender {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  const isName = host !== '' && !host.startsWith('[') && isIP(host) === 0;
  return { name: productName, address: `no-reply@${isName ? host : 'localhost'}` };
}
