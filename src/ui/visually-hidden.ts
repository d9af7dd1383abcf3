import css from './unseen.module.css'

/** Hides an element visually, but not from screen readers and programs. */
export const visuallyHidden = css.unseen
