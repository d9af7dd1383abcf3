import { FieldView, type FieldViewProps } from './field-view.tsx'
import { type LengthWords, useTextLength } from './use-text-length.ts'

interface FieldProps extends Omit<FieldViewProps, 'length'> {
  lengthWords?: LengthWords
}

/** A field that counts what is typed against its bound. Uncontrolled: what was typed before hydration stays. */
export function Field({ lengthWords, ...rest }: FieldProps) {
  return <FieldView {...rest} length={useTextLength(rest.spec.longest, lengthWords)} />
}
