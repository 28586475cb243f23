import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { MerchantSwitcher } from './merchant-switcher.tsx';

const merchants = [
  { id: 'm1', name: 'Acme' },
  { id: 'm2', name: 'Bazaar' },
];

// @spec 2.22
it('MerchantSwitcher shows a disabled option while loading', () => {
  render(<MerchantSwitcher merchants={[]} currentId={undefined} onSwitch={() => undefined} />);
  const loading = screen.getByRole<HTMLOptionElement>('option', { name: 'Loading...' });
  expect(loading.disabled).toBe(true);
});

// @spec 2.21
it('MerchantSwitcher asks for a selection if there is none', () => {
  render(<MerchantSwitcher merchants={merchants} currentId={undefined} onSwitch={() => undefined} />);
  const switcher = screen.getByLabelText<HTMLSelectElement>('Current Merchant');
  expect(switcher.selectedOptions[0]?.textContent).toBe('Select merchant');
  expect(screen.queryByRole('option', { name: 'Loading...' })).toBeNull();
});

// @spec 3.5
it('MerchantSwitcher shows the current merchant and switches to another', async () => {
  const onSwitch = vi.fn();
  render(<MerchantSwitcher merchants={merchants} currentId="m1" onSwitch={onSwitch} />);
  const switcher = screen.getByLabelText<HTMLSelectElement>('Current Merchant');
  expect(switcher.selectedOptions[0]?.textContent).toBe('Acme');
  await userEvent.selectOptions(switcher, 'Bazaar');
  expect(onSwitch).toHaveBeenCalledWith('m2');
});
