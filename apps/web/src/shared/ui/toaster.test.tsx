import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toast } from './toast.ts';

const titled = (title: string) => screen.findByText(title, { selector: '[data-title]' });

describe('a toast', () => {
  it.each(['success', 'info', 'warning', 'error', 'loading'] as const)('can be of type %s', async (kind) => {
    toast[kind](`A ${kind} toast`, { description: 'and more' });
    const element = (await titled(`A ${kind} toast`)).closest('li');
    expect(element?.dataset['type']).toBe(kind);
    expect(element?.textContent).toContain('and more');
    expect(element?.dataset['dismissible']).toBe('true');
  });

  it('goes when it is dismissed', async () => {
    const id = toast.loading('Exporting');
    await titled('Exporting');
    toast.dismiss(id);
    await waitFor(() => expect(screen.queryByText('Exporting')).toBeNull());
  });

  it('has the width and the gap of the specification', async () => {
    toast.info('Measured');
    await titled('Measured');
    const list = document.querySelector<HTMLElement>('[data-sonner-toaster]');
    expect(list?.style.getPropertyValue('--width')).toBe('356px');
    expect(list?.style.getPropertyValue('--gap')).toBe('14px');
  });

  it('is one of at most three that are seen', async () => {
    for (const title of ['one', 'two', 'three', 'four']) {
      toast.info(title);
    }
    await titled('four');
    const visible = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')].filter(
      ({ dataset }) => dataset['visible'] === 'true',
    );
    expect(visible).toHaveLength(3);
  });
});
