import css from './record.module.css'

/** What somebody wrote, as they wrote it: text and line breaks, nothing else of it means anything. */
export const Words = ({ text }: { text: string }) => <blockquote className={css.words}>{text}</blockquote>
