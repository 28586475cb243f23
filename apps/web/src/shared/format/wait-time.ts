/** Returns `45 seconds`, `15 minutes` or, from two hours on, `3 hours`. */
export function waitTime(seconds: number): string {
  if (seconds < 60) {
    return counted(seconds, 'second');
  }
  return seconds < 7_200
    ? counted(Math.ceil(seconds / 60), 'minute')
    : counted(Math.ceil(seconds / 3_600), 'hour');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
