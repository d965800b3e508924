import { Button } from '../ui/button';
import { Select, TextField } from '../ui/field';
import { useLanguage } from '../words/language';
import type { UrlFilter } from './url-filter';

export interface FilterField {
  name: string;
  label: string;
  /** The accepted values. Without them the field is a text, or a time if `kind` says so. */
  options?: readonly { value: string; label: string }[];
  kind?: 'text' | 'datetime-local';
  problem?: string | undefined;
}

export function Filters({ filter, fields }: { filter: UrlFilter; fields: readonly FilterField[] }) {
  const { common } = useLanguage().words;
  const isNarrowed = fields.some(({ name }) => filter.get(name) !== '');
  return (
    <div class="filters" role="search">
      {fields.map(({ name, label, options, kind = 'text', problem }) => {
        const value = filter.get(name);
        const set = (changed: string): void => filter.set({ [name]: changed });
        const shared = { key: name, label, problem, value, onChange: set };
        return options ? (
          <Select
            {...shared}
            options={[
              { value: '', label: common.all },
              ...options,
              // An invalid value from a typed address is shown, so that its error makes sense.
              ...(problem === undefined ? [] : [{ value, label: value }]),
            ]}
          />
        ) : (
          <TextField {...shared} type={kind} />
        );
      })}
      {isNarrowed && (
        <Button
          kind="plain"
          icon="close"
          onClick={() => filter.set(Object.fromEntries(fields.map(({ name }) => [name, ''])))}
        >
          {common.clearFilters}
        </Button>
      )}
    </div>
  );
}
