import type { User } from '@halyard/contract/users';
import {
  countIn,
  fieldsOf,
  identifierIn,
  instantIn,
  textIn,
  visibleTextIn,
} from '../../shared/api/answer-fields.ts';

/** Whether a value is a user. Only uuid and email are required. */
export function isUser(value: unknown): boolean {
  const { uuid, email } = fieldsOf<User>(value);
  return identifierIn(uuid) !== null && textIn(email) !== null;
}

/** Parses a user in which any field not checked by {@link isUser} may be missing. */
export function parseUser(value: unknown): User {
  const user = fieldsOf<User>(value);
  return {
    uuid: identifierIn(user.uuid) ?? '',
    name: visibleTextIn(user.name) ?? '',
    email: visibleTextIn(user.email) ?? '',
    profileImageUrl: textIn(user.profileImageUrl),
    merchantCount: countIn(user.merchantCount) ?? 0,
    createdAt: instantIn(user.createdAt) ?? '',
    blockedAt: instantIn(user.blockedAt),
    blockedReason: textIn(user.blockedReason),
    deletedAt: instantIn(user.deletedAt) ?? undefined,
  };
}
