import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing' | 'monospaced'>;

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={shown ? 'Hide password' : 'Show password'}
          // Keeps the focus in the field, because blur means that the user has finished typing.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 inline-flex w-10 items-center justify-center rounded-md text-ink-quiet hover:text-ink max-md:w-11"
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      }
      {...props}
    />
  );
}
