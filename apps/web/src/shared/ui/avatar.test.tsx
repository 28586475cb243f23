import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

it('Avatar shows letters without an image', () => {
  const { container } = render(<Avatar letters="AL" />);
  expect(container.textContent).toBe('AL');
});

it('Avatar loads its image without a referrer', () => {
  const { container } = render(<Avatar letters="AL" src="https://img.example.com/a.png" />);
  expect(container.querySelector('img')?.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(container.textContent).toBe('');
});

it('Avatar falls back to letters until a broken image is replaced', () => {
  const { container, rerender } = render(<Avatar letters="AL" src="https://img.example.com/a.png" />);
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(container.textContent).toBe('AL');
  rerender(<Avatar letters="AL" src="https://img.example.com/b.png" />);
  expect(container.querySelector('img')).not.toBeNull();
});
