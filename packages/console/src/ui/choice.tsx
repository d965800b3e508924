import { useId } from 'preact/hooks';

export interface CheckProps {
  label: string;
  hint?: string | undefined;
  isOn: boolean;
  onChange(isOn: boolean): void;
  /** A switch takes effect at once; a box takes effect when its form is sent. */
  kind?: 'box' | 'switch';
  isDisabled?: boolean;
}

export function Check({ label, hint, isOn, onChange, kind = 'box', isDisabled }: CheckProps) {
  const id = useId();
  const input = (
    <input
      id={id}
      type="checkbox"
      role={kind === 'switch' ? 'switch' : undefined}
      checked={isOn}
      disabled={isDisabled}
      aria-describedby={hint ? `${id}-hint` : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
  return (
    <div class={kind === 'switch' ? 'check switch' : 'check'}>
      {kind === 'box' && input}
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <p class="meta" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      {kind === 'switch' && input}
    </div>
  );
}

export interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

/** Shows all of a few choices next to each other. */
export function Segments<Value extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset class="field segmented">
      <legend class="label">{label}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value} class={option.value === value ? 'chosen' : undefined}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
