import layout from '#ui/layout.module.css'

export const ReadOnly = ({ isUnknown = false }: { isUnknown?: boolean }) => (
  <p className={layout.tiny}>
    {isUnknown
      ? 'This page is older than the server and does not know the state. Reload it to go on.'
      : 'Your role is Viewer: you can read this, owners and agents change it.'}
  </p>
)
