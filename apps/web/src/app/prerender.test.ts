// @vitest-environment node
import { expect, it } from 'vitest';
import { ADMIN_MENU } from '../domain/shell/admin-menu.ts';
import { prerenderFrames, prerenderLogin } from './prerender.tsx';

it('the sign-in screen is complete in HTML, and may stand under a strict content security policy', () => {
  const { title, html } = prerenderLogin();
  expect(title).toBe('Admin Sign In | Admin | Halyard');
  expect(html).toContain('<h1');
  expect(html).toContain('name="email"');
  expect(html).toContain('name="password"');
  expect(html).toContain('Forgot your password');
  expect(html).toContain('alt="Halyard Pay"');
  // Nothing is looked for before the scripts are there.
  expect(html).not.toContain('Checking your session');
  expect(html).not.toMatch(/\sstyle=|<style|<script/);
});

it('a form of it that the browser sends by itself keeps the password out of the address', () => {
  const { html } = prerenderLogin();
  expect(html).toMatch(/<form[^>]*method="post"/);
});

it.each(ADMIN_MENU)(
  'the frame of $path holds its name and nothing that has to be known first',
  ({ path, name }) => {
    const { title, html } = prerenderFrames()[path];
    const [heading = ''] = title.split(' | ');
    expect(title).toBe(`${heading} | Admin | Halyard`);
    expect(html).toContain(`${heading}</h1>`);
    expect(html).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*aria-current="page"><span[^>]*>${name}<`));
    expect(html.includes('a code from your authenticator app')).toBe(path === '/account-settings');
    expect(html).not.toContain('User menu');
    expect(html).not.toMatch(/\sstyle=|<style|<script|<input/);
  },
);
