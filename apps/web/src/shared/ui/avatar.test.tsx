import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

it('shows its letters without a picture', () => {
  const { container } = render(<Avatar letters="AL" />);
  expect(container.textContent).toBe('AL');
});

it('loads its picture without telling where it stands', () => {
  const { container } = render(<Avatar letters="AL" src="https://img.example.com/a.png" />);
  expect(container.querySelector('img')?.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(container.textContent).toBe('');
});

it('falls back to its letters when the picture does not load, until there is another', () => {
  const { container, rerender } = render(<Avatar letters="AL" src="https://img.example.com/a.png" />);
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(container.textContent).toBe('AL');
  rerender(<Avatar letters="AL" src="https://img.example.com/b.png" />);
  expect(container.querySelector('img')).not.toBeNull();
});
