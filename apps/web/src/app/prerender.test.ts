// @vitest-environment node
import { expect, it } from 'vitest';
import { prerenderLogin } from './prerender.tsx';

it('prerenderLogin renders the complete sign-in screen without inline styles or scripts', () => {
  const { title, html } = prerenderLogin();
  expect(title).toBe('Admin Sign In | Admin | Halyard');
  expect(html).toContain('<h1');
  expect(html).toContain('name="email"');
  expect(html).toContain('name="password"');
  expect(html).toContain('Forgot your password');
  expect(html).toContain('alt="Halyard Pay"');
  expect(html).not.toContain('Checking your session');
  expect(html).not.toMatch(/\sstyle=|<style|<script/);
});

it('prerenderLogin keeps the password out of the URL when the browser submits the form without JavaScript', () => {
  const { html } = prerenderLogin();
  expect(html).toMatch(/<form[^>]*method="post"/);
});
