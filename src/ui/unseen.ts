import css from './unseen.module.css'

/** The class of what is there to be heard, or to be found by programs, and takes no place on the screen. */
export const unseen = css.unseen
