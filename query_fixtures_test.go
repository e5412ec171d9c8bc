package smp_test

// shop is the same small program in several languages: a test calls checkout,
// checkout builds a Store and saves an order in it, saving encodes the order.
type shop struct {
	files map[string]string

	storeFile, serviceFile, testFile string

	test, checkout, save, encode string // ids
	store                        string // id of the type
	checkoutAt                   string // path:line inside checkout
	names                        map[string]string
}

var shops = map[string]shop{
	"go": {
		files: map[string]string{
			"go.mod": "module example.com/shop\n\ngo 1.24\n",
			"store/store.go": `// Package store keeps orders.
package store

// Store keeps orders.
type Store struct{ orders []string }

// New makes one.
func New() *Store { return &Store{} }

// Save keeps one order.
func (s *Store) Save(order string) error {
	s.orders = append(s.orders, encode(order))
	return nil
}

func encode(order string) string { return order + "!" }
`,
			"service/service.go": `package service

import "example.com/shop/store"

// Checkout buys.
//
// It is what customers call.
func Checkout(order string) error {
	s := store.New()
	return s.Save(order)
}
`,
			"service/service_test.go": `package service

import "testing"

func TestCheckout(t *testing.T) {
	if Checkout("a") != nil {
		t.Fatal()
	}
}
`,
		},
		storeFile: "store/store.go", serviceFile: "service/service.go", testFile: "service/service_test.go",
		test: "test:service/service_test.go#TestCheckout", checkout: "func:service/service.go#Checkout",
		save: "func:store/store.go#Store.Save", encode: "func:store/store.go#encode", store: "class:store/store.go#Store",
		checkoutAt: "service/service.go:10",
		names:      map[string]string{"checkout": "Checkout", "save": "Store.Save", "encode": "encode", "test": "TestCheckout"},
	},
	"typescript": {
		files: map[string]string{
			"src/store.ts": `/** Keeps orders. */
export class Store {
  private orders: string[] = []
  save(order: string): boolean {
    return this.orders.push(encode(order)) > 0
  }
}

function encode(order: string): string {
  return order + '!'
}
`,
			"src/service.ts": `import { Store } from './store'

/**
 * Buys.
 *
 * It is what customers call.
 */
export function checkout(order: string): boolean {
  const s = new Store()
  return s.save(order)
}
`,
			"test/service.test.ts": `import { checkout } from '../src/service'

export function testCheckout() {
  return checkout('a')
}
`,
		},
		storeFile: "src/store.ts", serviceFile: "src/service.ts", testFile: "test/service.test.ts",
		test: "test:test/service.test.ts#testCheckout", checkout: "func:src/service.ts#checkout",
		save: "func:src/store.ts#Store.save", encode: "func:src/store.ts#encode", store: "class:src/store.ts#Store",
		checkoutAt: "src/service.ts:10",
		names:      map[string]string{"checkout": "checkout", "save": "Store.save", "encode": "encode", "test": "testCheckout"},
	},
	"python": {
		files: map[string]string{
			"shop/__init__.py": "",
			"shop/store.py": `class Store:
    """Keeps orders."""

    def __init__(self) -> None:
        self.orders: list[str] = []

    def save(self, order: str) -> bool:
        self.orders.append(_encode(order))
        return True


def _encode(order: str) -> str:
    return order + "!"
`,
			"shop/service.py": `from shop.store import Store


def checkout(order: str) -> bool:
    """Buys.

    It is what customers call.
    """
    s = Store()
    return s.save(order)
`,
			"tests/test_service.py": `from shop.service import checkout


def test_checkout():
    assert checkout("a")
`,
		},
		storeFile: "shop/store.py", serviceFile: "shop/service.py", testFile: "tests/test_service.py",
		test: "test:tests/test_service.py#test_checkout", checkout: "func:shop/service.py#checkout",
		save: "func:shop/store.py#Store.save", encode: "func:shop/store.py#_encode", store: "class:shop/store.py#Store",
		checkoutAt: "shop/service.py:9",
		names:      map[string]string{"checkout": "checkout", "save": "Store.save", "encode": "_encode", "test": "test_checkout"},
	},
	"java": {
		files: map[string]string{
			"src/shop/Store.java": `package shop;

/** Keeps orders. */
public class Store {
    private String last;

    public boolean save(String order) {
        last = encode(order);
        return true;
    }

    private static String encode(String order) {
        return order + "!";
    }
}
`,
			"src/shop/Service.java": `package shop;

public class Service {
    /**
     * Buys.
     *
     * It is what customers call.
     */
    public static boolean checkout(String order) {
        Store s = new Store();
        return s.save(order);
    }
}
`,
			"test/shop/ServiceTest.java": `package shop;

public class ServiceTest {
    public boolean testCheckout() {
        return Service.checkout("a");
    }
}
`,
		},
		storeFile: "src/shop/Store.java", serviceFile: "src/shop/Service.java", testFile: "test/shop/ServiceTest.java",
		test: "func:test/shop/ServiceTest.java#ServiceTest.testCheckout()", checkout: "func:src/shop/Service.java#Service.checkout(String)",
		save: "func:src/shop/Store.java#Store.save(String)", encode: "func:src/shop/Store.java#Store.encode(String)", store: "class:src/shop/Store.java#Store",
		checkoutAt: "src/shop/Service.java:11",
		names:      map[string]string{"checkout": "Service.checkout", "save": "Store.save", "encode": "Store.encode", "test": "ServiceTest.testCheckout"},
	},
	"rust": {
		files: map[string]string{
			"Cargo.toml": "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
			"src/lib.rs": "pub mod store;\npub mod service;\n",
			"src/store.rs": `/// Keeps orders.
pub struct Store {
    orders: Vec<String>,
}

impl Store {
    pub fn new() -> Store {
        Store { orders: Vec::new() }
    }

    pub fn save(&mut self, order: String) -> bool {
        self.orders.push(encode(order));
        true
    }
}

fn encode(order: String) -> String {
    order
}
`,
			"src/service.rs": `use crate::store::Store;

/// Buys.
///
/// It is what customers call.
pub fn checkout(order: String) -> bool {
    let mut s = Store::new();
    s.save(order)
}
`,
			"tests/service.rs": `use shop::service::checkout;

#[test]
fn test_checkout() {
    assert!(checkout("a".to_string()));
}
`,
		},
		storeFile: "src/store.rs", serviceFile: "src/service.rs", testFile: "tests/service.rs",
		test: "test:tests/service.rs#test_checkout", checkout: "func:src/service.rs#checkout",
		save: "func:src/store.rs#Store.save", encode: "func:src/store.rs#encode", store: "class:src/store.rs#Store",
		checkoutAt: "src/service.rs:8",
		names:      map[string]string{"checkout": "checkout", "save": "Store.save", "encode": "encode", "test": "test_checkout"},
	},
}
