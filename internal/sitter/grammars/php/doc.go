// Package php holds the PHP grammar, with the HTML around it as text.
package php
