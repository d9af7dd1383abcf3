import css from './text-length.module.css'
import { unseen } from './unseen.ts'

interface TextLengthProps {
  id: string
  note: string
  isOver: boolean
  heard: string
}

/** Under a text field: how near its text is to the bound, to see and to hear. Nothing while that is far. */
export function TextLength({ id, note, isOver, heard }: TextLengthProps) {
  if (!note) return null
  return (
    <>
      <p className={isOver ? css.over : css.left} id={id}>
        {note}
      </p>
      <p className={unseen} aria-live="polite">
        {heard}
      </p>
    </>
  )
}
