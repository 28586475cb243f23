/** Accepts no path, query or stray percent sign, because nodemailer would ignore them. */
const SMTP_URL = /^smtps?:\/\/((%[\dA-F]{2}|[^\s/?#%:])+(:(%[\dA-F]{2}|[^\s/?#%@:])+)?@)?[^\s/?#%@]+\/?$/i;

export function isSmtpUrl(text: string): boolean {
  return SMTP_URL.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}
