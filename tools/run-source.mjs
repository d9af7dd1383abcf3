// Runs the server from its sources, as its tests do: TypeScript by tsx, and styles as the names of their classes.
import { register } from 'node:module'
import 'tsx'

register('./style-names.mjs', import.meta.url)
