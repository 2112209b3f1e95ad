"""A seat's table as zones and acts: what a page draws without knowing any game.

`model` has the types; `lay_out` makes the view of a seat from the engine's view and its legal actions, which are all
that the seat may know.
"""
