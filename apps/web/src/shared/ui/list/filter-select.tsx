import { SelectField } from '../field/select-field.tsx';

interface FilterSelectProps<Choice extends string> {
  readonly label: string;
  /** First option, for no filter. */
  readonly allLabel: string;
  readonly options: readonly { readonly value: Choice; readonly label: string }[];
  readonly value: Choice | undefined;
  readonly onChange: (value: Choice | undefined) => void;
}

export function FilterSelect<Choice extends string>(props: FilterSelectProps<Choice>) {
  const { label, allLabel, options, value, onChange } = props;
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[{ value: '', label: allLabel }, ...options]}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
    />
  );
}
