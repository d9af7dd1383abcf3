// Tokens, then elements: imported once. The order of the layers is stated by the page itself.
import './tokens.css'
import './base.css'
