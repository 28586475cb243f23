/** Appears after an attempt to leave new backup codes. Reserves its space. */
export function SaveReminder({ shown }: { readonly shown: boolean }) {
  return (
    <output className="mt-3 block min-h-5 text-center text-ink-quiet text-sm">
      {shown ? 'Save the codes, then select Continue.' : null}
    </output>
  );
}
