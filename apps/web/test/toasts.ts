import { screen } from '@testing-library/react';

/** The toast of that title, once it has come. */
export const toastTitled = (title: string) => screen.findByText(title, { selector: '[data-title]' });
