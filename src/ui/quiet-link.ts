import css from './quiet-link.module.css'

/** The class of a link that explains the figure beside it, and does not compete with it. */
export const quietLink = css.link
