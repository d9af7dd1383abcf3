/** The form sends these values back unchanged. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string | number | null>> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== null && <input key={name} type="hidden" name={name} value={value} />,
  )
}
