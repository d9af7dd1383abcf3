import css from './unseen.module.css'

/** Hides an element visually, but keeps it available to screen readers and programs. */
export const visuallyHidden = css.unseen
