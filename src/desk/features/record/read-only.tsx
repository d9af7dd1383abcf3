import css from './record.module.css'

/** Why there are no buttons. */
export const ReadOnly = () => (
  <p className={css.soft}>Your role is Viewer: you can read this, owners and agents change it.</p>
)
