// @vitest-environment node
import { expect, it } from 'vitest';
import { prerenderLogin } from './prerender.tsx';

it('the sign-in screen is complete in HTML, and may stand under a strict content security policy', () => {
  const { title, html } = prerenderLogin();
  expect(title).toBe('Admin Sign In | Admin | Halyard');
  expect(html).toContain('<h1');
  expect(html).toContain('name="email"');
  expect(html).toContain('name="password"');
  expect(html).toContain('Forgot your password');
  expect(html).toContain('alt="Halyard Pay"');
  // Nothing is looked for before the scripts are there.
  expect(html).not.toContain('Checking for a session');
  expect(html).not.toMatch(/\sstyle=|<style|<script/);
});

it('a form of it that the browser sends by itself keeps the password out of the address', () => {
  const { html } = prerenderLogin();
  expect(html).toMatch(/<form[^>]*method="post"/);
});
