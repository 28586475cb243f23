import { Problem } from '../infra/problem.ts';

/** Takes the percent signs of a malformed path literally. Otherwise, the router would reject the request. */
export function escapeUndecodablePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
}

/** @throws Problem for NUL and invalid UTF-8, which PostgreSQL cannot store */
export function requireUsableUrl(url: string): void {
  if (/%00/.test(url) || !isDecodable(url)) {
    throw new Problem('validation_error', 'The URL is not valid');
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
