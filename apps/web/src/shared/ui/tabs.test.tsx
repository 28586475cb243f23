import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

function Harbour() {
  const [value, setValue] = useState('ships');
  return (
    <Tabs
      label="Harbour"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'ships', label: 'Ships', count: 3, content: <p>Three ships</p> },
        { value: 'crews', label: 'Crews', content: <input aria-label="Crew" />, kept: true },
        { value: 'cargo', label: 'Cargo', content: <p>No cargo</p> },
      ]}
    />
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('Tabs shows the panel of the selected tab, labelled by the tab', async () => {
  render(<Harbour />);
  expect(screen.getByRole('tablist', { name: 'Harbour' })).toBeTruthy();
  expect(tab('Ships (3)').getAttribute('aria-selected')).toBe('true');
  expect(screen.getByRole('tabpanel', { name: 'Ships (3)' }).textContent).toBe('Three ships');
  await userEvent.click(tab('Cargo'));
  expect(screen.getByRole('tabpanel').textContent).toBe('No cargo');
  expect(tab('Cargo').getAttribute('aria-controls')).toBe(screen.getByRole('tabpanel').id);
  expect(screen.queryByText('Three ships')).toBeNull();
});

it.each([
  ['{ArrowRight}', 'Crews'],
  ['{ArrowLeft}', 'Cargo'],
  ['{End}', 'Cargo'],
  ['{End}{ArrowRight}', 'Ships (3)'],
  ['{End}{Home}', 'Ships (3)'],
])('Tabs moves on %s from Ships to %s', async (keys, name) => {
  render(<Harbour />);
  await userEvent.tab();
  await userEvent.keyboard(keys);
  expect(document.activeElement).toBe(tab(name));
  expect(tab(name).getAttribute('aria-selected')).toBe('true');
  expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab(name)]);
});

it("Tabs ignores the browser's own shortcuts", async () => {
  render(<Harbour />);
  await userEvent.tab();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(document.activeElement).toBe(tab('Ships (3)'));
});

it('Tabs keeps the input in a tab that stays mounted', async () => {
  render(<Harbour />);
  await userEvent.click(tab('Crews'));
  await userEvent.type(screen.getByLabelText('Crew'), 'Ada');
  await userEvent.click(tab('Ships (3)'));
  expect(screen.queryByRole('textbox')).toBeNull();
  await userEvent.click(tab('Crews'));
  expect(screen.getByLabelText<HTMLInputElement>('Crew').value).toBe('Ada');
});
