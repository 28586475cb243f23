import { type FormEvent, useState } from 'react';

export function SignInForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => event.preventDefault();
  return (
    <main>
      <strong>Halyard Pay</strong>
      <h1>Admin Sign In</h1>
      <form onSubmit={submit}>
        <label>
          Email
          <input
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label>
          Password
          <input
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <a href="/forgot-password">Forgot your password</a>
        <button type="submit">Sign in</button>
      </form>
    </main>
  );
}
