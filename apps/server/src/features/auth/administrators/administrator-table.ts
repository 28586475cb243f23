import type { AdministratorSummary, SessionSummary } from './administrator-management-service.ts';

const HEADINGS = ['EMAIL', 'CREATED', '2FA', 'STATE', 'SESSIONS', 'LAST SEEN'];

export function administratorTable(administrators: readonly AdministratorSummary[]): readonly string[] {
  const rows = administrators.map(({ email, createdAt, twoFactor, disabledAt, openSessions, lastSeenAt }) => [
    printable(email),
    minuteOf(createdAt),
    twoFactor ? 'on' : 'off',
    disabledAt === null ? 'active' : 'disabled',
    String(openSessions),
    lastSeenAt === null ? 'never' : minuteOf(lastSeenAt),
  ]);
  const lines = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export function sessionLine({ id, startedAt, lastSeenAt, ipAddress, userAgent }: SessionSummary): string {
  return `${id}  started ${minuteOf(startedAt)}  last seen ${minuteOf(lastSeenAt)}  ${ipAddress}  ${printable(userAgent)}`;
}

/** Formats a time in UTC to the minute. */
function minuteOf(time: Date): string {
  return `${time.toISOString().slice(0, 16)}Z`;
}

/** Replaces control characters, because untrusted text could contain terminal escape sequences. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD');
}
