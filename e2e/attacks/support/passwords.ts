/** Of every new administrator. */
export const PASSWORD = 'Correct-Horse-7-Battery';
export const NEW_PASSWORD = 'Other-Horse-8-Battery';
export const WRONG_PASSWORD = 'Wrong-Password-000';
