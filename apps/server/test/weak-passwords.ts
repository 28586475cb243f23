/** Weak passwords for `grace@example.com`, each with the first rule that it breaks. */
export const WEAK_PASSWORDS: readonly (readonly [password: string, message: string])[] = [
  ['Short-1-pas', 'Password must be at least 12 characters'],
  [`Long-1-pass-${'x'.repeat(116)}`, 'Password must be less than 128 characters'],
  [`Long-1-pass-${'x'.repeat(188)}`, 'Password must be less than 128 characters'],
  [`Long-1-pass-${'x'.repeat(2_000)}`, 'Password must be less than 128 characters'],
  ['no-upper-case-7', 'Password must contain at least one uppercase letter'],
  ['NO-LOWER-CASE-7', 'Password must contain at least one lowercase letter'],
  ['No-Digit-At-All', 'Password must contain at least one digit'],
  ['NoSpecialSign77', 'Password must contain at least one special character'],
  ['Password1234!', 'Password is too common'],
  ['My-GRACE-is-7-letters', 'Password cannot contain your email username'],
];
