import { screen } from '@testing-library/react';

export const toastTitled = (title: string) => screen.findByText(title, { selector: '[data-title]' });
