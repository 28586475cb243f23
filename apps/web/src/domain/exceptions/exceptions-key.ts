/** First part of the key of every query about exceptions. */
export const EXCEPTIONS_KEY = 'exceptions';
