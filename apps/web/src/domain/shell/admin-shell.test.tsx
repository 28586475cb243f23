import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderAt } from '../../../test/render-at.tsx';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { ADMIN_MENU } from './admin-menu.ts';
import { AdminShell } from './admin-shell.tsx';
import { useSidebar } from './use-sidebar.ts';

function forgetSidebarState() {
  // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it
  document.cookie = 'sidebar_state=; path=/; max-age=0';
}

function Shell({ loading }: { readonly loading: boolean }) {
  return (
    <AdminShell
      menu={ADMIN_MENU}
      sidebar={useSidebar()}
      userMenu={<button type="button">Who</button>}
      loading={loading}
    >
      <input aria-label="Field" />
    </AdminShell>
  );
}

async function renderShell(loading = false) {
  await renderAt('/dashboard', <Shell loading={loading} />);
  return screen.getByRole('button', { name: 'Toggle sidebar' });
}

function sidebarState(): string | undefined {
  return screen.getByRole('navigation', { name: 'Main' }).parentElement?.dataset['state'];
}

beforeEach(() => {
  setViewportWidth(1440);
  forgetSidebarState();
});
afterEach(forgetSidebarState);

describe('AdminShell on a wide screen', () => {
  // @spec 2.23
  it('starts with an expanded sidebar that collapses to icons', async () => {
    const toggle = await renderShell();
    expect(sidebarState()).toBe('expanded');
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    await userEvent.click(toggle);
    expect(sidebarState()).toBe('collapsed');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('link', { name: 'Users' })).toBeTruthy();
  });

  // @spec 4.22
  it("stores the sidebar's state in a cookie", async () => {
    const toggle = await renderShell();
    await userEvent.click(toggle);
    expect(document.cookie).toContain('sidebar_state=false');
    await userEvent.click(toggle);
    expect(document.cookie).toContain('sidebar_state=true');
  });

  // @spec 4.22
  it("restores the sidebar's state from the cookie", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the code under test reads it
    document.cookie = 'sidebar_state=false; path=/';
    await renderShell();
    expect(sidebarState()).toBe('collapsed');
  });

  // @spec 2.24
  it.each(['{Control>}b{/Control}', '{Meta>}b{/Meta}', '{Control>}B{/Control}'])(
    'toggles the sidebar with %s',
    async (keys) => {
      await renderShell();
      await userEvent.keyboard(keys);
      expect(sidebarState()).toBe('collapsed');
      await userEvent.click(screen.getByRole('textbox', { name: 'Field' }));
      await userEvent.keyboard(keys);
      expect(sidebarState()).toBe('expanded');
    },
  );

  it.each(['b', '{Control>}{Shift>}b{/Shift}{/Control}', '{Control>}{Alt>}b{/Alt}{/Control}'])(
    'ignores %s',
    async (keys) => {
      await renderShell();
      await userEvent.keyboard(keys);
      expect(sidebarState()).toBe('expanded');
    },
  );
});

// @spec 2.25, 9.40
it.each([
  [768, true],
  [767, false],
])('AdminShell at %i px shows the menu beside the page: %s', async (width, beside) => {
  setViewportWidth(width);
  await renderShell();
  expect(screen.queryByRole('navigation', { name: 'Main' }) !== null).toBe(beside);
});

describe('AdminShell on a phone', () => {
  beforeEach(() => setViewportWidth(390));

  it('shows the menu as a sheet that the toggle opens and Ctrl+B closes', async () => {
    const toggle = await renderShell();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(toggle);
    expect(screen.getByRole('dialog', { name: 'Menu' })).toBeTruthy();
    await userEvent.keyboard('{Control>}b{/Control}');
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
    expect(document.cookie).not.toContain('sidebar_state');
  });

  it('closes the sheet when the window becomes wide', async () => {
    setViewportWidth(1440);
    await renderShell();
    act(() => setViewportWidth(390));
    await userEvent.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
    expect(screen.getByRole('dialog', { name: 'Menu' })).toBeTruthy();
    act(() => setViewportWidth(1440));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => setViewportWidth(390));
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes the sheet after a click on an entry', async () => {
    await userEvent.click(await renderShell());
    await userEvent.click(screen.getByRole('link', { name: 'Users' }));
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
  });
});

// @spec 2.20
it('AdminShell shows no merchant selector', async () => {
  await renderShell();
  expect(screen.queryByText('Current Merchant')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});

describe('AdminShell page', () => {
  it('renders as the main landmark, and the first link skips to it', async () => {
    await renderShell();
    const skip = screen.getAllByRole('link')[0];
    expect(skip?.textContent).toBe('Skip to content');
    expect(skip?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
    await userEvent.click(skip as HTMLElement);
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(location.hash).toBe('');
  });

  // @spec 2.31
  it('shows a spinner while loading', async () => {
    await renderShell(true);
    expect(screen.queryByRole('textbox', { name: 'Field' })).toBeNull();
    const spinner = screen.getByRole('status');
    expect(spinner.textContent).toBe('Loading');
    expect(spinner.parentElement?.className).toMatch(/\bitems-center justify-center\b/);
  });
});
