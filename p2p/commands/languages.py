"""The languages that the program speaks: the catalogues of `p2p.text`, which lie beside it as files."""

from importlib import resources

from p2p.text.catalogue import ENGLISH, Catalogue, read_catalogue

_SUFFIX = ".toml"


def catalogues() -> dict[str, Catalogue]:
    """The catalogue of each language by its code; English is always there."""
    files = [file for file in resources.files("p2p.text").iterdir() if file.name.endswith(_SUFFIX)]
    read = [read_catalogue(file.name.removesuffix(_SUFFIX), file.read_text(encoding="utf-8")) for file in files]
    return {catalogue.language: catalogue for catalogue in [ENGLISH, *read]}
