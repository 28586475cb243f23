import { SelectField } from '../field/select-field.tsx';

interface FilterSelectProps<Choice extends string> {
  readonly label: string;
  /** Name of the filter in the label of its clear button. Without one, the field has no such button. */
  readonly clearName?: string;
  /** First option, for no filter. */
  readonly allLabel: string;
  readonly options: readonly { readonly value: Choice; readonly label: string }[];
  readonly value: Choice | undefined;
  readonly onChange: (value: Choice | undefined) => void;
}

export function FilterSelect<Choice extends string>(props: FilterSelectProps<Choice>) {
  const { label, clearName, allLabel, options, value, onChange } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[{ value: '', label: allLabel }, ...options]}
      onChange={(next) => onChange(options.find((option) => option.value === next)?.value)}
      clearLabel={
        clearName === undefined || chosen === undefined
          ? undefined
          : `Remove filter ${clearName}: ${chosen.label}`
      }
      onClear={() => onChange(undefined)}
    />
  );
}
