module Main exposing (main, update)

import Html exposing (text)
import Data.User as User

-- Shows the count.
type alias Model = { count : Int }

type Msg = Inc | Dec

update : Msg -> Model -> Model
update msg model =
    case msg of
        Inc -> bump model 1
        Dec -> bump model (negate 1)

bump model n = { model | count = model.count + n }

main = text (User.name (update Inc { count = 0 }))
