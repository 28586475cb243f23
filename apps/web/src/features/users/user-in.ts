import type { User } from '@halyard/contract/users';
import { countIn, fieldsOf, identifierIn, instantIn, textIn } from '../../shared/api/answer-fields.ts';

/** Whether there is a user in an answer: what cannot be done without are the uuid and the e-mail. */
export function isUser(value: unknown): boolean {
  const { uuid, email } = fieldsOf(value);
  return identifierIn(uuid) !== null && textIn(email) !== null;
}

/** Reads a user from an answer in which everything but {@link isUser} may be missing or of another kind. */
export function userIn(value: unknown): User {
  const user = fieldsOf(value);
  return {
    uuid: identifierIn(user['uuid']) ?? '',
    name: textIn(user['name']) ?? '',
    email: textIn(user['email']) ?? '',
    profileImageUrl: textIn(user['profileImageUrl']),
    merchantCount: countIn(user['merchantCount']) ?? 0,
    createdAt: instantIn(user['createdAt']) ?? '',
    blockedAt: instantIn(user['blockedAt']),
    blockedReason: textIn(user['blockedReason']),
  };
}
