import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../shared/lib/store.ts';
import { Logo } from './logo.tsx';
import { parseRuntimeSettings, settingsOfPage } from './runtime-settings.ts';
import { usePageTitle } from './use-page-title.ts';
import { RuntimeSettingsContext } from './use-runtime-settings.ts';

describe('parseRuntimeSettings', () => {
  it('reads all settings', () => {
    const given = {
      productName: ' Mainsail ',
      analytics: { host: 'https://a.example', key: 'k' },
      imageOrigins: ['https://images.example'],
      screens: ['getting-started'],
      sampleData: true,
      embeddedDatabase: true,
    };
    expect(parseRuntimeSettings(given, DEFAULT_RUNTIME_SETTINGS)).toEqual({
      ...given,
      productName: 'Mainsail',
    });
  });

  // @spec O.3
  it.each([
    undefined,
    null,
    'text',
    [],
    {},
    { productName: '', analytics: { host: 'only' }, imageOrigins: 'x' },
    {
      productName: 5,
      analytics: 'no',
      screens: 'getting-started',
      sampleData: 'yes',
      embeddedDatabase: 'on',
    },
  ])('falls back to the defaults for %j', (file) => {
    expect(parseRuntimeSettings(file, DEFAULT_RUNTIME_SETTINGS)).toEqual(DEFAULT_RUNTIME_SETTINGS);
  });
});

describe('settingsOfPage', () => {
  const page = (head: string) => new DOMParser().parseFromString(`<head>${head}</head>`, 'text/html');

  it('reads the product name from the page', () => {
    const settings = settingsOfPage(page('<meta name="product-name" content="Mainsail">'));
    expect(settings.productName).toBe('Mainsail');
  });

  it.each(['', '<meta name="product-name" content=" ">'])(
    'uses the defaults for a page without a product name: %j',
    (head) => {
      expect(settingsOfPage(page(head))).toEqual({
        ...DEFAULT_RUNTIME_SETTINGS,
        imageOrigins: [],
        screens: undefined,
      });
    },
  );
});

function Screen() {
  usePageTitle('User Management');
  return <Logo />;
}

// @spec 1.20, 2.10, D.1
it('the window title and the logo use the product name', () => {
  const settings = createStore(DEFAULT_RUNTIME_SETTINGS);
  render(
    <RuntimeSettingsContext value={settings}>
      <Screen />
    </RuntimeSettingsContext>,
  );
  expect(document.title).toBe('User Management | Admin | Halyard');
  expect(screen.getByRole('img', { name: 'Halyard Pay' })).toBeTruthy();
  act(() => settings.set({ ...DEFAULT_RUNTIME_SETTINGS, productName: 'Mainsail' }));
  expect(document.title).toBe('User Management | Admin | Mainsail');
  expect(screen.getByAltText('Mainsail Pay')).toBeTruthy();
});

describe('Logo', () => {
  // @spec 1.18
  it.each([
    ['full', 'Halyard Pay'],
    ['mini', 'Halyard'],
    ['icon', ''],
  ] as const)('%s shows the text %j next to the mark', (variant, word) => {
    const { container } = render(<Logo variant={variant} />);
    expect(screen.getByAltText('Halyard Pay')).toBeTruthy();
    expect(container.textContent).toBe(word);
  });

  // @spec 1.19, 9.47, D.2
  it.each([
    ['sm', '1rem'],
    ['md', '1.5rem'],
    ['lg', '2rem'],
    ['xl', '2.5rem'],
  ] as const)('has the size %s with a height of %s', (height, rem) => {
    render(<Logo height={height} />);
    expect(screen.getByAltText('Halyard Pay').className).toContain(`h-[${rem}]`);
  });

  // @spec 1.17
  it.each(['light', 'dark', 'theme'] as const)('marks its background as %s', (ground) => {
    render(<Logo ground={ground} />);
    expect(screen.getByAltText('Halyard Pay').dataset['ground']).toBe(ground);
  });
});
