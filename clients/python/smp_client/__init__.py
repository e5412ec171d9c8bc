"""A client of the Structural Memory Protocol, with the standard library alone.

    from smp_client import HTTPClient

    smp = HTTPClient("http://127.0.0.1:7433/rpc")
    print(smp.trace("AuthService.login")["tree"])

StdioClient starts the server itself and hears its notifications.
"""

from .client import HTTPClient, SMPError, StdioClient
from .generated import Code, Methods

__all__ = ["Code", "HTTPClient", "Methods", "SMPError", "StdioClient"]
