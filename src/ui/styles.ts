// Import this file only once. The page declares the order of the layers.
import './tokens.css'
import './base.css'
