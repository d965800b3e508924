import { Select } from '../ui/field';
import { localeOptions, useLanguage } from '../words/language';

/** Chooses a language of visitors; `''` is every language. */
export function LocaleSelect({
  value,
  onChange,
}: {
  value: string;
  onChange(locale: string): void;
}) {
  const language = useLanguage();
  const { canned } = language.words;
  const options = [{ value: '', label: canned.everyLanguage }, ...localeOptions(language)];
  // A locale that was set through the API may be one that the console does not list: keep it.
  if (!options.some((one) => one.value === value)) options.push({ value, label: value });
  return <Select label={canned.language} value={value} options={options} onChange={onChange} />;
}
