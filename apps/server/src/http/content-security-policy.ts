import { createHash } from 'node:crypto';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';

/** Empty `<style>` that some libraries fill by script. It cannot inject content. */
const EMPTY_STYLE = inlineHash('');

/** Allows only our own files and the inline scripts and styles of the page. */
export function contentSecurityPolicy(html: string, settings: RuntimeSettings): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  const hashes = (matches: RegExpMatchArray[]) => matches.map(([, text = '']) => inlineHash(text));
  const analytics = settings.analytics === null ? [] : [new URL(settings.analytics.host).origin];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(scripts)],
    'style-src': ["'self'", EMPTY_STYLE, ...hashes(styles)],
    'img-src': ["'self'", 'data:', ...(settings.imageOrigins ?? [])],
    'connect-src': ["'self'", ...analytics],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Allows only the inline styles of a page without scripts, and our icon. */
export function scriptlessPolicy(html: string): string {
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => inlineHash(text));
  return `default-src 'none'; style-src ${styles.join(' ')}; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

function inlineHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
