/** What a form brings back as it was given. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string | number | null>> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
  )
}
