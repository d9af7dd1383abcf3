import css from './record.module.css'

/** A visitor's text as plain text with line breaks. */
export const Words = ({ text }: { text: string }) => <blockquote className={css.words}>{text}</blockquote>
