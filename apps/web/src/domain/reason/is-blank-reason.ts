/** Control and formatting characters and all kinds of spaces. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** Whether a reason has no visible character. Servers reject such a reason. */
export function isBlankReason(reason: string): boolean {
  return reason.replace(INVISIBLE, '') === '';
}
